/** Pages behind emailed links, without emails. */

import { emailLinks } from '../../lib/domain/emails/email-links.ts'
import { embeddedRecipients } from '../../lib/domain/emails/recipient-directory.ts'
import type { LinkKind } from '../../policies/emails.ts'
import { openBrowser, type Page } from './browser.ts'
import { pageOf } from './emails.ts'
import type { Idp } from './idp.ts'

/** Creates the link as for an email that is sent now. */
export async function linkedPage(
  idp: Pick<Idp, 'portico' | 'issuer' | 'send'>,
  kind: LinkKind,
  sub: string,
): Promise<Page> {
  const { accounts, storage } = idp.portico
  if (accounts === undefined) throw new Error('no directory')
  const people = embeddedRecipients(accounts, [], Date.now)
  const user = await people.find(sub)
  const address = user?.pendingEmail ?? user?.email
  if (user === undefined || address === undefined) throw new Error('no user, or no address')
  const token = await emailLinks(storage.records, people, Date.now).issue({ kind, user, to: address })
  return pageOf(await openBrowser(idp).visit(`/recovery/${kind}?link=${token}`))
}
