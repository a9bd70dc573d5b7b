-- Put lines of another store's audit log behind those that are there, with their hashes as they are.
-- Called by  adapters/redis/copies.ts write()
-- KEYS[1]    the lines, see keys.auditLines()
-- KEYS[2]    where the log begins and ends, see keys.auditEnds()
-- ARGV[1]    position before the first line of the whole log, counts while nothing of the log is there
-- ARGV[2]    the hash of the line that was there
-- ARGV[3..]  position, time, entry, hash, by turns
-- Returns    'put'
-- Why Lua    lines and the tail must go together, and lines that are there are left out
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
