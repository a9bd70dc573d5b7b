/**
 * Runs the company's site. Its employees are in `employees.sqlite`; two are created at the first start. With DIRECTORY,
 * the setting `ldap` as JSON, they come from the company's LDAP server.
 */
import type { PorticoOptions } from 'portico-sso'
import { companyPortal } from './app.ts'
import { openEmployees } from './employees.ts'

const port = Number(process.env['PORT'] ?? 3000)
const directory = process.env['DIRECTORY']
const employees = openEmployees(process.env['EMPLOYEES'] ?? 'employees.sqlite')
if (employees.count() === 0) {
  await employees.hire({
    email: 'mia@lantern.example',
    first: 'Mia',
    last: 'Keller',
    department: 'Finance',
    password: 'a lamp in the window',
  })
  await employees.hire({
    email: 'omar@lantern.example',
    first: 'Omar',
    last: 'Haddad',
    department: 'IT',
    password: 'keys and more keys',
  })
}
const { app, sso } = await companyPortal(
  {
    origin: `http://localhost:${port}`,
    expensesApp: process.env['EXPENSES_APP'] ?? 'http://localhost:3001',
    expensesSecret: process.env['EXPENSES_SECRET'] ?? 'the-secret-of-the-expenses-app-for-trying-out',
    apiSecret: process.env['API_SECRET'] ?? 'the-secret-of-the-expenses-api-for-trying-out',
  },
  directory === undefined
    ? { accounts: employees }
    : { ldap: JSON.parse(directory) as NonNullable<PorticoOptions['ldap']> },
  employees.count,
)
const server = app.listen(port, 'localhost', () => console.log(`The company is at http://localhost:${port}/`))

process.on('SIGTERM', () => {
  server.close(() => {
    employees.close()
    void sso.close()
  })
  // Browsers open connections ahead, and may never use them.
  setTimeout(() => server.closeAllConnections(), 10_000).unref()
})
