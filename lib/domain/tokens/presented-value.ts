import type { TokenIssuer } from './issuer.ts'
import type { OpenedValue, TokenKind } from './token-values.ts'

/**
 * The contents of a value whose tag is right; undefined for one that this service has not issued.
 * @throws DenialError temporarily_unavailable 503 while a node with another root secret may have issued it
 */
export async function openPresented(
  { values, otherSecrets }: Pick<TokenIssuer, 'values' | 'otherSecrets'>,
  kind: TokenKind,
  value: string,
): Promise<OpenedValue | undefined> {
  const opened = values.open(kind, value)
  if (opened === undefined && values.hasForm(value)) await otherSecrets.assertNoneElsewhere()
  return opened
}
