import { canonicalAddress, isHeldByAnother, pickAccount, signInAddress } from '../../policies/sign-in-address.ts'

describe('two spellings of one address', () => {
  it.each([
    ['case', 'Alice@Example.COM', 'alice@example.com'],
    ['full-width letters', 'ａｌｉｃｅ＠example.com', 'alice@example.com'],
  ])('%s', (_, one, other) => {
    expect(canonicalAddress(one)).toBe(canonicalAddress(other))
    expect(canonicalAddress(one)).not.toBeUndefined()
  })

  it.each([
    ['a tag', 'alice@example.com', 'alice+shop@example.com'],
    ['a dot', 'alice.doe@example.com', 'alicedoe@example.com'],
    ['the host', 'alice@example.com', 'alice@mail.example.com'],
  ])('are two addresses when they differ in %s', (_, one, other) => {
    expect(canonicalAddress(one)).not.toBe(canonicalAddress(other))
    expect(canonicalAddress(other)).not.toBeUndefined()
  })
})

it.each([
  ['nothing', ''],
  ['a user name', 'alice'],
  ['an invisible character', 'ali\u200Bce@example.com'],
  ['more than fits', `${'a'.repeat(250)}@example.com`],
])('what can be no address: %s', (_, text) => expect(canonicalAddress(text)).toBeUndefined())

describe('the address that signs a user in', () => {
  const email = 'Alice@Example.com'
  it.each<[string, Parameters<typeof signInAddress>[0], string | undefined]>([
    ['is the verified one', { email, email_verified: true }, 'alice@example.com'],
    ['is none that is not verified', { email, email_verified: false }, undefined],
    ['is none of which nothing is said', { email }, undefined],
    ['is none that is verified as text', { email, email_verified: 'true' as unknown as boolean }, undefined],
    ['is none where there is none', { email_verified: true }, undefined],
    ['is none that looks like another', { email: 'ali\u200Dce@example.com', email_verified: true }, undefined],
  ])('%s', (_, user, address) => expect(signInAddress(user)).toBe(address))
})

it.each<[string, string | undefined, string | undefined, string | undefined]>([
  ['whose user name it is', 'the named', undefined, 'the named'],
  ['else whose address it is', undefined, 'the addressed', 'the addressed'],
  ['the first of the two, when they differ', 'the named', 'the addressed', 'the named'],
  ['else no user', undefined, undefined, undefined],
])('whom a text means: %s', (_, named, addressed, meant) => expect(pickAccount(named, addressed)).toBe(meant))

it.each([
  ['another account holds as the other kind', 'u-2', true],
  ['the account itself holds as the other kind', 'u-1', false],
  ['no account holds', undefined, false],
])('a text that %s : %s, refused: %s', (_, holder, refused) => expect(isHeldByAnother(holder, 'u-1')).toBe(refused))
