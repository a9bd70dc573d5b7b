import { decideHash, nameOfForm } from '../../../policies/imported-password-hash.ts'
import { accountsOf } from '../../domain/accounts/account-search.ts'
import { hashForms } from '../../domain/accounts/hash-forms.ts'
import { json } from '../terminal/command.ts'
import { command } from './command.ts'
import { withStore } from './store.ts'

export const importStatusCommand = command('import status', (args, terminal) =>
  withStore(terminal, async ({ directory, storage }) => {
    const forms = hashForms(storage.documents, Date.now)
    const users: Record<string, number> = {}
    const stored = await forms.list()
    const expires = new Map(stored.map(({ form, until }) => [nameOfForm(form), until]))
    const outcome = await forms.keepOnly(async () => {
      const used = new Map(stored.map(({ form }) => [nameOfForm(form), form]))
      for (const name of used.keys()) users[name] = 0
      for await (const { passwordHash } of accountsOf(directory)) {
        const decision = passwordHash === undefined ? undefined : decideHash(passwordHash)
        if (decision?.outcome !== 'imported') continue
        const name = nameOfForm(decision.hash.form)
        users[name] = (users[name] ?? 0) + 1
      }
      return [...used].flatMap(([name, form]) => (users[name] === 0 ? [] : [form]))
    })
    if (args.flag('json')) terminal.out(json(users))
    else
      for (const [name, count] of Object.entries(users))
        terminal.out(`${String(count).padStart(8)}  ${name}${expiry(expires.get(name))}`)
    if (outcome === 'changed') terminal.err('an import is running; no hash formats were removed')
    else if (Object.values(users).every((count) => count === 0)) terminal.err('no imported hashes are left')
    return 0
  }),
)

const expiry = (until: number | undefined): string =>
  until === undefined
    ? ''
    : `, ${until <= Date.now() ? 'expired' : 'expires'} on ${new Date(until).toISOString().slice(0, 10)}`
