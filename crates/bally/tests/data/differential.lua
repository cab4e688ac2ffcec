-- Runs programs on MAME's Astrocade and writes what they show, for tests/bally/mame.rs.
--
-- BALLY_PROGRAMS: a file of on-board ROMs of 8192 bytes each. BALLY_RESULTS: the file to write. BALLY_SEGMENTS: how many
-- segments a program has. A program writes the number of its segment to 4FF8. The RAM at the end of the first frame of
-- each segment (4096 bytes) and its picture (352 x 240 x 4 bytes) are appended to the results. MAME shows the picture one
-- frame late.

if STARTED then return end -- a soft reset runs the script again
STARTED = true

local m = manager.machine
local screen, cpu = m.screens[":screen"], m.devices[":maincpu"]
local memory, rom = cpu.spaces["program"], m.memory.regions[":maincpu"]
local programs = io.open(os.getenv("BALLY_PROGRAMS"), "rb")
local results = io.open(os.getenv("BALLY_RESULTS"), "wb")
local segments = tonumber(os.getenv("BALLY_SEGMENTS"))
local MARK = 0x4FF8
local wanted, waited, is_drawn

local function start()
  local program = programs:read(8192)
  if not program then
    results:close()
    os.exit(0)
  end
  for at = 0, 8191, 8 do
    rom:write_u64(at, (string.unpack("<I8", program, at + 1)))
  end
  for at = 0x4000, 0x4FFF, 8 do memory:write_u64(at, 0) end
  m:soft_reset()
  wanted, waited, is_drawn = 1, 0, false
end

KEEP = emu.register_frame_done(function()
  if not wanted then return start() end
  waited = waited + 1
  if is_drawn then
    results:write((screen:pixels()))
    is_drawn = false
    if wanted > segments then return start() end
  end
  if memory:read_u8(MARK) == wanted then
    results:write(memory:read_range(0x4000, 0x4FFF, 8))
    wanted, waited, is_drawn = wanted + 1, 0, true
  elseif waited > 100 then
    print("program stuck in segment", wanted)
    os.exit(1)
  end
end, "frame")
