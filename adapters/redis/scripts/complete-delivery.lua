-- Write the outcome of a delivery attempt.
-- Called by  adapters/redis/delivery-store.ts complete()
-- KEYS[1]    all deliveries, see keys.deliveries()
-- KEYS[2]    due time of each delivery, see keys.due()
-- KEYS[3]    creation time of each delivery, see keys.ledger()
-- KEYS[4]    when each finished delivery expires, see keys.ledgerEnds()
-- ARGV[1]    id
-- ARGV[2]    state
-- ARGV[3]    due time
-- ARGV[4]    text
-- ARGV[5]    creation time
-- ARGV[6]    time to live of a finished delivery in milliseconds; '' for an unfinished one
-- Returns    'completed'
-- Why Lua    a finished delivery left in the queue would be sent again
-- Begin with a write that needs no memory. Redis then allows the script's other writes even when memory is full.
redis.call('HDEL', KEYS[1], '')
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ' ' .. ARGV[3] .. ' ' .. ARGV[4])
redis.call('ZADD', KEYS[3], ARGV[5], ARGV[1])
if ARGV[6] == '' then
  redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
  redis.call('ZREM', KEYS[4], ARGV[1])
else
  local time = redis.call('TIME')
  redis.call('ZREM', KEYS[2], ARGV[1])
  redis.call('ZADD', KEYS[4], string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[6]), ARGV[1])
end
return 'completed'
