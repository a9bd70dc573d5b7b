/** Pages behind emailed links, without emails. */
import { embeddedCorrespondents } from '../../lib/domain/letters/correspondent.ts'
import { letterLinks } from '../../lib/domain/letters/letter-links.ts'
import type { LinkKind } from '../../policies/letters.ts'
import { openBrowser, type Page } from './browser.ts'
import type { Idp } from './idp.ts'
import { pageOf } from './letters.ts'

/** Creates the link as for an email that is sent now. */
export async function linkedPage(
  idp: Pick<Idp, 'portico' | 'issuer' | 'send'>,
  kind: LinkKind,
  sub: string,
): Promise<Page> {
  const { accounts, storage } = idp.portico
  if (accounts === undefined) throw new Error('no directory')
  const people = embeddedCorrespondents(accounts, [])
  const user = await people.find(sub)
  const address = user?.pendingEmail ?? user?.email
  if (user === undefined || address === undefined) throw new Error('no user, or no address')
  const token = await letterLinks(storage.records, people, Date.now).issue({ kind, user, to: address })
  return pageOf(await openBrowser(idp).visit(`/recovery/${kind}?link=${token}`))
}
