/** The company's own user table, as it was before there was any SSO, and the two functions that Portico needs of it. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import type { User, UserDirectory } from 'portico-sso'

const TABLE = `
  CREATE TABLE IF NOT EXISTS employees (
    number INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE COLLATE NOCASE, first_name TEXT NOT NULL, last_name TEXT NOT NULL,
    department TEXT NOT NULL, password TEXT NOT NULL, left_on TEXT
  )`

interface Employee {
  readonly number: number
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly department: string
  readonly password: string
  readonly left_on: string | null
}

export interface Employees extends UserDirectory {
  hire(employee: {
    readonly email: string
    readonly first: string
    readonly last: string
    readonly department: string
    readonly password: string
  }): Promise<void>
  count(): number
  close(): void
}

const derive = promisify(scrypt) as (password: string, salt: Buffer, length: number) => Promise<Buffer>

async function hash(password: string): Promise<string> {
  const salt = randomBytes(16)
  return `${salt.toString('hex')}:${(await derive(password, salt, 32)).toString('hex')}`
}

const NO_PASSWORD = `${'00'.repeat(16)}:${'00'.repeat(32)}`

async function matches(password: string, kept: string): Promise<boolean> {
  const [salt = '', expected = ''] = kept.split(':').map((part) => Buffer.from(part, 'hex'))
  return timingSafeEqual(await derive(password, salt as Buffer, 32), expected as Buffer)
}

/** The subject is the number of the employee: it stays when the name or the address changes, and is never given twice. */
const subjectOf = ({ number }: Employee): string => `employee-${number}`

const userOf = (employee: Employee): User => ({
  sub: subjectOf(employee),
  active: employee.left_on === null,
  name: `${employee.first_name} ${employee.last_name}`,
  given_name: employee.first_name,
  family_name: employee.last_name,
  preferred_username: employee.email,
  email: employee.email,
  email_verified: true,
  roles: employee.department === 'IT' ? ['sso:admin'] : [employee.department.toLowerCase()],
})

export function openEmployees(file: string): Employees {
  const database = new DatabaseSync(file)
  database.exec(TABLE)
  const byNumber = database.prepare('SELECT * FROM employees WHERE number = ?')
  const byEmail = database.prepare('SELECT * FROM employees WHERE email = ?')
  const insert = database.prepare(
    'INSERT INTO employees (email, first_name, last_name, department, password) VALUES (?, ?, ?, ?, ?)',
  )
  return {
    find(sub) {
      const employee = byNumber.get(Number(/^employee-(\d+)$/.exec(sub)?.[1] ?? 0)) as unknown as Employee | undefined
      return employee === undefined ? undefined : userOf(employee)
    },
    async authenticate({ username, password }) {
      const employee = byEmail.get(username) as unknown as Employee | undefined
      // An unknown address costs the same time as a known one: the time of the answer must not distinguish them.
      const right = await matches(password, employee?.password ?? NO_PASSWORD)
      return right && employee !== undefined ? userOf(employee) : undefined
    },
    async hire({ email, first, last, department, password }) {
      insert.run(email, first, last, department, await hash(password))
    },
    count: () => Number((database.prepare('SELECT count(*) AS n FROM employees').get() as { readonly n: number }).n),
    close: () => database.close(),
  }
}
