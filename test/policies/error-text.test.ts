import { withoutCredentials } from '../../policies/error-text.ts'

describe('the text of an error of somebody else', () => {
  it.each([
    [
      'connect ECONNREFUSED postgres://app:s3cret@db-7.internal:5432/users',
      'connect ECONNREFUSED postgres://…@db-7.internal:5432/users',
    ],
    ['redis://:pa/ss@word@cache:6379/0 is away', 'redis://…@cache:6379/0 is away'],
    ['mongodb+srv://reader@cluster.example/people', 'mongodb+srv://…@cluster.example/people'],
    ['two: amqp://a:b@one and mysql://c:d@two', 'two: amqp://…@one and mysql://…@two'],
    ['host=db user=app password=hunter2 dbname=users', 'host=db user=app password=… dbname=users'],
    ['Server=db;Uid=app;Pwd=hunter2;Database=users', 'Server=db;Uid=app;Pwd=…;Database=users'],
    ["PASSWORD = 'two words' refused", 'PASSWORD = … refused'],
    ['sent {"user":"app","password":"a\\"b","db":1}', 'sent {"user":"app","password":…,"db":1}'],
    [
      'GET https://hr.example/people?api_key=k1&page=2 was 500',
      'GET https://hr.example/people?api_key=…&page=2 was 500',
    ],
    ['client_secret: abc', 'client_secret: …'],
    ['the header was Authorization: Bearer eyJhbGciOi.x.y', 'the header was Authorization: … …'],
    ['sent Basic YWxpY2U6c2VjcmV0', 'sent Basic …'],
    ['duplicate key (email)=(alice.doe+x@mail.example.com)', 'duplicate key (email)=(…)'],
  ])('%s', (text, shown) => {
    expect(withoutCredentials(text)).toBe(shown)
  })

  it.each([
    'password authentication failed for user "app"',
    'connect ECONNREFUSED 10.0.0.7:5432',
    'relation "users" does not exist',
    'at query (file:///app/node_modules/.pnpm/pg@8.11.0/node_modules/pg/lib/client.js:526:17)',
    'GET https://hr.example:8443/people?page=2 was 500',
  ])('stays as it is where nothing is secret: %s', (text) => {
    expect(withoutCredentials(text)).toBe(text)
  })

  it('says nothing of a password that its end falls into', () => {
    expect(withoutCredentials(`${'word '.repeat(797)}postgres://app:s3cret@db/users`)).not.toContain('s3c')
  })

  it.each([
    ['letters', 'a'],
    ['parts of a scheme', 'a.'],
    ['at signs', 'a@'],
    ['slashes', 'a://'],
  ])('of a great length is cut and takes no time, whatever it is of: %s', (_, part) => {
    const start = performance.now()
    expect(withoutCredentials(part.repeat(100_000)).length).toBeLessThanOrEqual(4_000)
    expect(performance.now() - start).toBeLessThan(500)
  })
})
