/** The company's user table from before SSO, with the two functions that Portico requires and four for its panel. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import type { User, UserDirectory } from 'portico-sso'

const TABLE = `
  CREATE TABLE IF NOT EXISTS employees (
    number INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE COLLATE NOCASE, first_name TEXT NOT NULL, last_name TEXT NOT NULL,
    department TEXT NOT NULL, password TEXT NOT NULL, left_on TEXT
  );
  CREATE TABLE IF NOT EXISTS duties (
    number INTEGER NOT NULL REFERENCES employees, role TEXT NOT NULL, PRIMARY KEY (number, role)
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

/** The subject is the employee number: it stays when name or email address change, and is never reused. */
const subjectOf = ({ number }: Employee): string => `employee-${number}`

const numberOf = (sub: string): number => Number(/^employee-(\d+)$/.exec(sub)?.[1] ?? 0)

const departmentRole = ({ department }: Employee): string =>
  department === 'IT' ? 'sso:admin' : department.toLowerCase()

const userOf = (employee: Employee, duties: readonly string[]): User => ({
  sub: subjectOf(employee),
  active: employee.left_on === null,
  name: `${employee.first_name} ${employee.last_name}`,
  given_name: employee.first_name,
  family_name: employee.last_name,
  preferred_username: employee.email,
  email: employee.email,
  email_verified: true,
  roles: [departmentRole(employee), ...duties],
})

export function openEmployees(file: string): Employees {
  const database = new DatabaseSync(file)
  database.exec(TABLE)
  const byNumber = database.prepare('SELECT * FROM employees WHERE number = ?')
  const byEmail = database.prepare('SELECT * FROM employees WHERE email = ?')
  const insert = database.prepare(
    'INSERT INTO employees (email, first_name, last_name, department, password) VALUES (?, ?, ?, ?, ?)',
  )
  const matching = database.prepare(
    `SELECT * FROM employees WHERE number > ? AND instr(lower(first_name || ' ' || last_name || ' ' || email), lower(?)) > 0
      ORDER BY number LIMIT ?`,
  )
  const dutiesOf = database.prepare('SELECT role FROM duties WHERE number = ? ORDER BY role')
  const addDuty = database.prepare('INSERT OR IGNORE INTO duties (number, role) VALUES (?, ?)')
  const removeDuty = database.prepare('DELETE FROM duties WHERE number = ? AND role = ?')
  const leave = database.prepare('UPDATE employees SET left_on = ? WHERE number = ?')
  const employeeOf = (sub: string) => byNumber.get(numberOf(sub)) as unknown as Employee | undefined
  const asUser = (employee: Employee): User =>
    userOf(
      employee,
      dutiesOf.all(employee.number).map(({ role }) => String(role)),
    )
  const search: NonNullable<UserDirectory['search']> = ({ text, after = '0', limit }) => {
    // One more than a page shows whether there is another page.
    const found = matching.all(Number(after), text, limit + 1) as unknown as readonly Employee[]
    const users = found.slice(0, limit)
    const last = users.at(-1)
    return { users: users.map(asUser), ...(found.length > limit && last ? { next: String(last.number) } : {}) }
  }
  return {
    find(sub) {
      const employee = employeeOf(sub)
      return employee === undefined ? undefined : asUser(employee)
    },
    list: (asked) => search({ text: '', ...asked }),
    search,
    suspend(sub, suspended) {
      const left = suspended ? new Date().toISOString().slice(0, 10) : null
      return leave.run(left, numberOf(sub)).changes === 0 ? 'missing' : 'done'
    },
    roles(sub, { add, remove }) {
      const employee = employeeOf(sub)
      if (employee === undefined) return 'missing'
      // A role of a department changes only with the department.
      if (remove.includes(departmentRole(employee))) return 'refused'
      for (const role of remove) removeDuty.run(employee.number, role)
      for (const role of add) addDuty.run(employee.number, role)
      return 'done'
    },
    async authenticate({ username, password }) {
      const employee = byEmail.get(username) as unknown as Employee | undefined
      // Unknown and known email addresses take the same time, so that the response time does not distinguish them.
      const right = await matches(password, employee?.password ?? NO_PASSWORD)
      return right && employee !== undefined ? asUser(employee) : undefined
    },
    async hire({ email, first, last, department, password }) {
      insert.run(email, first, last, department, await hash(password))
    },
    count: () => Number((database.prepare('SELECT count(*) AS n FROM employees').get() as { readonly n: number }).n),
    close: () => database.close(),
  }
}
