/** Changes by administrators in these days, on workdays, each in the audit trail. */
import type { ClientResult } from '../../lib/domain/clients/registry.ts'
import type { AccountResult, Actor } from '../../lib/domain/management/account-result.ts'
import { requestIdFrom } from '../../policies/request-id.ts'
import { APPS } from './apps.ts'
import { chanceOf } from './chance.ts'
import { PEOPLE, type Person, personNamed } from './people.ts'
import { DAY_MS, workdaysBefore } from './plan.ts'
import type { Past } from './service.ts'
import { ADMINISTRATOR, directoryOf, SECOND_ADMINISTRATOR } from './set-up.ts'

export interface Task {
  readonly at: number
  perform(): Promise<void>
}

const HOUR_MS = 3_600_000
const SUSPENDED = { person: personNamed('Viktor', 'Halász'), workdaysAgo: 4 } as const

/** Which users cannot sign in, and from when on. */
export function suspensions(now: number): ReadonlyMap<Person, number> {
  const today = Math.floor(now / DAY_MS) * DAY_MS
  return new Map([[SUSPENDED.person, workdaysBefore(today, SUSPENDED.workdaysAgo)]])
}

export function administration(past: Past, now: number): readonly Task[] {
  const { service } = past
  const chance = chanceOf('administration')
  const today = Math.floor(now / DAY_MS) * DAY_MS
  const directory = directoryOf(past)
  const tasks: Task[] = []
  const on = (
    workdaysAgo: number,
    hour: number,
    perform: (actor: Actor) => Promise<unknown>,
    by = ADMINISTRATOR,
  ): void => {
    const at = workdaysBefore(today, workdaysAgo) + hour * HOUR_MS + chance.between(0, HOUR_MS)
    const address = by.devices[0]?.address ?? ''
    const actor = { name: by.sub, address, requestId: requestIdFrom(chance.bytes(12)) }
    tasks.push({ at, perform: async () => void (await perform(actor)) })
  }
  const client = (actor: Actor): ReturnType<typeof service.domain.clientOperations> =>
    service.domain.clientOperations(actor, service.accounts.users.find)
  const account = (actor: Actor): ReturnType<typeof service.domain.accountOperations> =>
    service.domain.accountOperations(directory, actor)
  const change = async (actor: Actor, clientId: string, more: object): Promise<ClientResult> => {
    const { version = 0, ...found } = (await service.domain.clients.find(clientId)) ?? {}
    return done(
      await client(actor).change(clientId, version, {
        ...(found as Parameters<typeof service.domain.clients.change>[2]),
        ...more,
      }),
    )
  }
  const [someone, other, third] = ['engineering', 'data', 'support'].map((role) => userIn(role)) as [
    Person,
    Person,
    Person,
  ]

  for (const { draft, createdDaysAgo } of APPS.filter(({ createdDaysAgo }) => createdDaysAgo < 16))
    tasks.push({
      at: now - createdDaysAgo * DAY_MS,
      perform: async () => void done(await client({ name: SECOND_ADMINISTRATOR.sub }).create(draft)),
    })
  on(9, 9, async (actor) => done(await client(actor).rotateSecret('invoices')), SECOND_ADMINISTRATOR)
  on(8, 13, async (actor) => done(await client(actor).disable('status-page')))
  on(7, 8, async (actor) => done(await client(actor).enable('status-page')))
  on(6, 10, (actor) => change(actor, 'travel', { ownerEmail: 'travel-desk@acme.example' }))
  on(5, 14, async (actor) => done(await account(actor).giveRole(someone.sub, 'release-manager')), SECOND_ADMINISTRATOR)
  on(4, 8, async (actor) => done(await client(actor).rotateSecret('grafana')), SECOND_ADMINISTRATOR)
  on(SUSPENDED.workdaysAgo, 7, async (actor) => done(await account(actor).suspend(SUSPENDED.person.sub)))
  on(4, 15, async (actor) => done(await account(actor).resetPassword(other.sub)))
  on(3, 9, async (actor) => {
    await service.keys.keys.rotate()
    await service.audit.audit.record({
      event: 'key.rotation-asked',
      result: 'ok',
      actor: actor.name,
      ...placeOf(actor),
    })
  })
  on(3, 11, () => service.keys.keys.refresh())
  on(2, 9, (actor) => account(actor).invite('henrik.aalto', newcomer('Henrik', 'Aalto')))
  on(
    2,
    10,
    (actor) => change(actor, 'whiteboard', { clientName: 'Whiteboard', consent: 'trusted' }),
    SECOND_ADMINISTRATOR,
  )
  on(1, 9, async (actor) => done(await account(actor).requireNewPassword(third.sub)))
  on(1, 14, (actor) => service.domain.dismissals.dismiss('http-for-long', actor), SECOND_ADMINISTRATOR)
  return tasks
}

const placeOf = ({
  address = '',
  requestId = '',
}: Actor): { readonly address: string; readonly requestId: string } => ({ address, requestId })

function done<Result extends ClientResult | AccountResult>(result: Result): Result {
  if (result.outcome !== 'done') throw new Error(`refused: ${JSON.stringify(result)}`)
  return result
}

function userIn(role: string): Person {
  const found = PEOPLE.find(({ roles, password }) => roles.includes(role) && password === 'own')
  if (found === undefined) throw new Error(`no user is in ${role}`)
  return found
}

const newcomer = (
  given: string,
  family: string,
): { readonly name: string; readonly email: string; readonly roles: string[] } => ({
  name: `${given} ${family}`,
  email: `${given}.${family}@acme.example`.toLowerCase(),
  roles: ['sales'],
})
