-- Moves the stick of handle 1 in the frames 30 to 39: up, if BALLY_SWITCH is 1, else down, and then the recorder plays.
-- Writes the times at which the output of the tape port changes, in T-states, or the RAM at the end. If BALLY_SWITCH is 4, it
-- moves nothing and writes bytes of the port.
if BALLY_STARTED then return end
BALLY_STARTED = true
local machine = manager.machine
local memory = machine.devices[":maincpu"].spaces["program"]
local switch = tonumber(os.getenv("BALLY_SWITCH"))
local results = io.open(os.getenv("BALLY_RESULTS"), "wb")
local field, level, frame = nil, 0, 0
for _, one in pairs(machine.ioport.ports[":ctrl1:joy:HANDLE"].fields) do
	if one.mask == switch then field = one end
end
if switch == 1 then
	tap = memory:install_read_tap(0x3800, 0x3FFF, "tape", function(address)
		local new = address < 0x3C00 and 1 or 0
		if new ~= level then
			level = new
			local time = machine.time
			local tstates = (time.seconds + time.attoseconds / 1e18) * 1789772.5
			results:write(string.format("%.0f\n", tstates))
		end
	end)
end
keep = emu.register_frame_done(function()
	frame = frame + 1
	if frame == 30 and switch ~= 4 then field:set_value(1) end
	if frame == 40 then
		field:set_value(0)
		for _, cassette in pairs(machine.cassettes) do if switch == 2 then cassette:play() end end
	end
	if frame == 20 and switch == 4 then
		-- A tape that is always high: the bytes while the recorder stands, then while it plays.
		local addresses = { 0x3000, 0x37FF, 0x3800, 0x3BFF, 0x3C00, 0x3FFF }
		for _, address in ipairs(addresses) do results:write(string.char(memory:read_u8(address))) end
		for _, cassette in pairs(machine.cassettes) do cassette:play() end
	end
	if frame == 30 and switch == 4 then
		results:write(string.char(memory:read_u8(0x3C00)))
		results:close()
		os.exit(0)
	end
	if frame == 260 then
		for address = 0x4000, 0x4FFF do
			if switch == 2 then results:write(string.char(memory:read_u8(address))) end
		end
		results:close()
		os.exit(0)
	end
end, "frame")
