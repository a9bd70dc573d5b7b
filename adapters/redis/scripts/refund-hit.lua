-- Take one hit back; the window stays as it is.
-- Called by  adapters/redis/rate-counter.ts refund()
-- KEYS[1]    the counter, see keys.rate()
-- Returns    'refunded' | 'nothing'
-- Why Lua    a window that ends between read and write would leave a negative counter that never expires
if tonumber(redis.call('GET', KEYS[1]) or 0) < 1 then return 'nothing' end
redis.call('DECR', KEYS[1])
return 'refunded'
