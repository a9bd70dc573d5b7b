/** Three hundred users, four of them with a part in the story. */
import { type Chance, chanceOf } from './chance.ts'

export interface Person {
  readonly sub: string
  readonly username: string
  readonly given: string
  readonly family: string
  readonly roles: readonly string[]
  readonly secondStep: 'none' | 'passkey' | 'authenticator' | 'both'
  /** `one-time`: has not signed in yet. */
  readonly password: 'own' | 'one-time'
  readonly createdDaysAgo: number
  readonly devices: readonly Device[]
}

export interface Device {
  readonly address: string
  readonly userAgent: string
}

export const PEOPLE_COUNT = 300
/** Users who are invited in these days, and are no part of the earlier state. */
export const NEWCOMERS = 1
/** Of all users; the store is for tests. */
export const PASSWORD = 'correct horse battery staple'

const NAMED = [
  { given: 'Mira', family: 'Lindqvist', roles: ['sso:admin', 'it'], secondStep: 'none' },
  { given: 'Tomás', family: 'Ferreira', roles: ['sso:admin', 'it'], secondStep: 'both' },
  { given: 'Aisha', family: 'Rahman', roles: ['sso:viewer', 'security'], secondStep: 'none' },
  { given: 'Ines', family: 'Duarte', roles: ['finance'], secondStep: 'none' },
  { given: 'Viktor', family: 'Halász', roles: ['sales'], secondStep: 'none' },
  { given: 'Oluwaseun', family: 'Adeyemi', roles: ['sso:admin', 'it'], secondStep: 'passkey' },
  { given: 'Noor', family: 'van Dijk', roles: ['sso:viewer', 'it'], secondStep: 'authenticator' },
] as const

const GIVEN =
  'Aaliyah Adrián Agnieszka Ahmed Akira Alejandra Amara Anaïs Andrzej Anh Arjun Astrid Beatriz Bram Camille Chidi Chloé Daniela Darius Deepika Dmytro Elif Emeka Emma Erik Esra Fatima Femke Gabriel Giulia Hannah Haruki Hugo Ibrahim Ida Ilse Ivan Jakub Jiho Jonas Julia Kaito Karim Katarzyna Kofi Lars Layla Leila Linh Luca Lucía Magnus Malik Maren Mateo Mei Milan Nadia Niamh Nikolai Nuno Olga Omar Priya Rafael Ravi Rosa Sana Sofia Sven Tariq Thandi Tiago Uma Wanjiru Xin Yara Yusuf Zanele Zofia'.split(
    ' ',
  )
const FAMILY =
  'Abara Almeida Andersen Banerjee Bauer Bianchi Björk Carvalho Castro Chen Choi Costa Dang Demir Diallo Dubois Eriksen Fernández Fischer García Gonçalves Haddad Hansen Hoang Ivanova Jansen Jensen Kapoor Kaya Kim Kovács Kowalski Kumar Lambert Larsen Lopes Mahlangu Marino Martins Mbeki Meyer Moreau Müller Mwangi Nakamura Nguyen Nowak Nwosu Okafor Oliveira Osei Özdemir Park Patel Pereira Petrov Popescu Reyes Ricci Rossi Saito Santos Schmidt Sharma Silva Singh Sørensen Suzuki Takahashi Torres Tran Vargas Visser Weber Wójcik Yamamoto Yıldız Zhang'.split(
    ' ',
  )
const ROLES = ['engineering', 'sales', 'finance', 'people', 'warehouse', 'support', 'design', 'legal', 'data'] as const

const DESKS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
] as const
const PHONES = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
] as const

export const PEOPLE: readonly Person[] = allPeople()

export function personNamed(given: string, family: string): Person {
  const found = PEOPLE.find((person) => person.given === given && person.family === family)
  if (found === undefined) throw new Error(`no user is called ${given} ${family}`)
  return found
}

function allPeople(): readonly Person[] {
  const chance = chanceOf('people')
  const taken = new Set<string>(NAMED.map(usernameOf))
  const people: Person[] = NAMED.map((one) => ({ ...personOf(one, chance), password: 'own', createdDaysAgo: 300 }))
  while (people.length < PEOPLE_COUNT - NEWCOMERS) {
    const one = { given: chance.one(GIVEN), family: chance.one(FAMILY) }
    if (taken.has(usernameOf(one))) continue
    taken.add(usernameOf(one))
    const kinds = ['none', 'passkey', 'authenticator', 'both'] as const
    const secondStep = chance.weighted(kinds, (kind) => ({ none: 62, passkey: 18, authenticator: 15, both: 5 })[kind])
    people.push(personOf({ ...one, roles: [chance.one(ROLES)], secondStep }, chance))
  }
  return people
}

interface Named extends Pick<Person, 'given' | 'family'> {
  readonly roles: readonly string[]
  readonly secondStep: Person['secondStep']
}

function personOf(one: Named, chance: Chance): Person {
  const isNew = chance.happens(0.04)
  return {
    ...one,
    sub: uuidOf(chance),
    username: usernameOf(one),
    secondStep: isNew ? 'none' : one.secondStep,
    password: isNew ? 'one-time' : 'own',
    createdDaysAgo: isNew ? chance.between(17, 24) : chance.between(40, 400),
    devices: [
      { address: `10.20.${chance.between(1, 9)}.${chance.between(2, 250)}`, userAgent: chance.one(DESKS) },
      {
        address: `${chance.one(['81.193.40', '103.21.58', '192.0.2', '198.51.100'])}.${chance.between(2, 250)}`,
        userAgent: chance.one(PHONES),
      },
      ...(chance.happens(0.3)
        ? [{ address: `10.30.${chance.between(1, 5)}.${chance.between(2, 250)}`, userAgent: chance.one(DESKS) }]
        : []),
    ],
  }
}

/** So that a script can do the second step. */
export const authenticatorSecretOf = ({ username }: Pick<Person, 'username'>): Uint8Array =>
  chanceOf(`authenticator of ${username}`).bytes(20)

function usernameOf({ given, family }: Pick<Person, 'given' | 'family'>): string {
  const plain = (text: string): string =>
    text
      .toLowerCase()
      .normalize('NFD')
      .replaceAll('ø', 'o')
      .replaceAll('ı', 'i')
      .replaceAll('ł', 'l')
      .replace(/[^a-z]/g, '')
  return `${plain(given)}.${plain(family)}`
}

function uuidOf(chance: Chance): string {
  const hex = [...chance.bytes(16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
