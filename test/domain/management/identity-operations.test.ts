/** An administrator takes a stolen identity from an account: what it began has ended, whatever fails on the way. */
import { embeddedStorage } from '../../../adapters/embedded/index.ts'
import { identities } from '../../../lib/domain/accounts/identities.ts'
import { identityOperations } from '../../../lib/domain/management/identity-operations.ts'
import { directoryOn } from '../../support/audit.ts'

const now = Date.now
const THEIRS = { issuer: 'https://b.example', subject: 'there-1' }
const B = { id: 'b', name: 'B' }

async function house(passkey: boolean) {
  const { open, documents } = embeddedStorage()
  await open()
  const directory = directoryOn(documents, now)
  const links = identities({
    documents,
    directory,
    hasPasskey: async () => passkey,
    hasConnectorTo: () => true,
    changed: () => {},
    now,
  })
  const { sub } = await links.create(THEIRS, B.id, { username: 'carol', person: {} })
  /** How many identities the account had when everything was ended. */
  const ended: (number | undefined)[] = []
  const unlink = (name: string, failsAt = Number.POSITIVE_INFINITY) =>
    identityOperations(
      {
        identities: links,
        account: directory.account,
        audit: { record: async () => {} },
        ending: {
          async endEverything() {
            if (ended.length === failsAt) throw new Error('the store is away')
            ended.push((await directory.account(sub))?.identities?.length)
            return []
          },
        },
        notices: undefined,
      } as never,
      { name },
    ).unlink(sub, B)
  return { sub, ended, unlink, directory }
}

it('all sessions end before it is written, and once more afterwards', async () => {
  const { ended, unlink } = await house(true)
  expect(await unlink('admin')).toMatchObject({ outcome: 'done' })
  expect(ended).toEqual([1, 0])
})

it('where they cannot be ended nothing is unlinked, so that it can be tried again', async () => {
  const { ended, unlink, directory, sub } = await house(true)
  await expect(unlink('admin', 0)).rejects.toThrow('the store is away')
  expect((await directory.account(sub))?.identities).toHaveLength(1)
  expect(await unlink('admin')).toMatchObject({ outcome: 'done' })
  expect(ended).toEqual([1, 0])
})

it('a refusal ends no session, nor does a user who gives up a link', async () => {
  const last = await house(false)
  expect(await last.unlink('admin')).toEqual({ outcome: 'last-way-in' })
  expect(last.ended).toEqual([])
  const own = await house(true)
  expect(await own.unlink(own.sub)).toMatchObject({ outcome: 'done' })
  expect(own.ended).toEqual([])
})
