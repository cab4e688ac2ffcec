-- Performs a list of acts on MAME's Astrocade, for tests/cartridge/mame.rs.
--
-- BALLY_ACTS: a file with an act in each line:
--   key N       holds key N for three frames and releases it for three; N = 6 * column + row, columns from the left
--   wait N      waits N frames
--   poke A V    writes a byte to memory
--   dump        appends the RAM (4096 bytes) to the results
--   listen      from now on, writes "T-state port value" for each write to the sound ports
-- BALLY_RESULTS: the file to write. BALLY_SOUND: the file for the writes to the sound ports.

if STARTED then return end -- a soft reset runs the script again
STARTED = true

local m = manager.machine
local memory = m.devices[":maincpu"].spaces["program"]
local results = io.open(os.getenv("BALLY_RESULTS"), "wb")

local fields = {}
for key = 0, 23 do
  for _, field in pairs(m.ioport.ports[":KEYPAD" .. (3 - key // 6)].fields) do
    if field.mask == 1 << (key % 6) then fields[key] = field end
  end
end

local function wait(frames)
  for _ = 1, frames do coroutine.yield() end
end

local acts = {
  key = function(key)
    fields[key]:set_value(1)
    wait(3)
    fields[key]:set_value(0)
    wait(3)
  end,
  wait = wait,
  poke = function(address, value) memory:write_u8(address, value) end,
  listen = function()
    local out = io.open(os.getenv("BALLY_SOUND"), "w")
    out:setvbuf("line")
    -- A15 to A8 of a port's address are those of the accumulator or of B.
    LISTENER = m.devices[":maincpu"].spaces["io"]:install_write_tap(0, 0xFFFF, "sound", function(offset, data)
      local port = offset & 0xFF
      if port >= 0x10 and port < 0x18 then
        out:write(string.format("%.0f %d %d\n", m.time:as_double() * 1789772.5, port, data))
      end
    end)
  end,
  dump = function() results:write(memory:read_range(0x4000, 0x4FFF, 8)) end,
}

local session = coroutine.create(function()
  for line in io.lines(os.getenv("BALLY_ACTS")) do
    local name, one, other = line:match("^(%a+) ?(%d*) ?(%d*)$")
    acts[name](tonumber(one), tonumber(other))
  end
  results:close()
  os.exit(0)
end)

KEEP = emu.register_frame_done(function()
  local is_right, message = coroutine.resume(session)
  if not is_right then
    print(message)
    os.exit(1)
  end
end, "frame")
