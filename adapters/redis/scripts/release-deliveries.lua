-- Make held deliveries due now; a leased delivery stays leased and becomes due when its lease ends.
-- Called by  adapters/redis/delivery-store.ts release()
-- KEYS[1]    all deliveries, see keys.deliveries()
-- KEYS[2]    due time of each delivery, see keys.due()
-- ARGV[1]    current time, in milliseconds since the epoch
-- ARGV[2..]  ids
-- Returns    'released'
-- Why Lua    a worker might lease or write a delivery at the same time
-- Begin with a write that needs no memory. Redis then allows the script's other writes even when memory is full.
redis.call('HDEL', KEYS[1], '')
for i = 2, #ARGV do
  local state, due, text = string.match(redis.call('HGET', KEYS[1], ARGV[i]) or '', '^(%S+) (%S+) (.*)$')
  if state == 'held' then
    redis.call('HSET', KEYS[1], ARGV[i], 'due ' .. ARGV[1] .. ' ' .. text)
    redis.call('ZADD', KEYS[2], ARGV[1], ARGV[i])
  elseif state == 'leased:held' then
    redis.call('HSET', KEYS[1], ARGV[i], 'leased:due ' .. due .. ' ' .. text)
  end
end
return 'released'
