-- Append lines from another store's audit log, with their original hashes.
-- Called by  adapters/redis/copies.ts write()
-- KEYS[1]    the lines, see keys.auditLines()
-- KEYS[2]    first and last position, see keys.auditEnds()
-- ARGV[1]    position before the first line of the whole log, used only if the log is empty
-- ARGV[2]    the hash at that position
-- ARGV[3..]  position, time, entry, and hash of each line
-- Returns    'put'
-- Why Lua    the lines and the tail must change together, and existing lines must be skipped
redis.call('HSETNX', KEYS[2], 'before', string.format('%.0f', ARGV[1] + 1) .. ' ' .. ARGV[2])
redis.call('HSETNX', KEYS[2], 'last', ARGV[1] .. ' ' .. ARGV[2])
local last = tonumber(string.match(redis.call('HGET', KEYS[2], 'last'), '^%d+'))
for i = 3, #ARGV, 4 do
  local seq, at, entry, hash = unpack(ARGV, i, i + 3)
  if tonumber(seq) > last then
    redis.call('XADD', KEYS[1], seq .. '-0', 'at', at, 'entry', entry, 'hash', hash)
    redis.call('HSET', KEYS[2], 'last', seq .. ' ' .. hash)
    last = tonumber(seq)
  end
end
return 'put'
