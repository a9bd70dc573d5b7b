import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderVariables } from '../../lib/config/sources/folder.ts'
import { newFolder } from '../support/new-folder.ts'

let folder: string
beforeEach(() => {
  folder = newFolder()
})

it('an empty folder changes nothing', () => expect(folderVariables({ PORT: '1' }, folder)).toEqual({ PORT: '1' }))

it('what is set wins over the file, as NAME and as NAME_FILE', () => {
  writeFileSync(join(folder, '.env'), 'PORT=1\nSMTP_URL=smtp://a\nPORTICO_SECRET_FILE=/a\nHOST="b c"\n# no\n')
  const read = folderVariables({ PORT: '2', SMTP_URL_FILE: '/c', PORTICO_SECRET: 'd', HOST: ' ' }, folder)
  expect(read).toEqual({ PORT: '2', SMTP_URL_FILE: '/c', PORTICO_SECRET: 'd', HOST: 'b c' })
})

it('portico.json is taken where no variable names another one', () => {
  writeFileSync(join(folder, 'portico.json'), '{}')
  expect(folderVariables({}, folder)).toEqual({ PORTICO_CONFIG: join(folder, 'portico.json') })
  expect(folderVariables({ PORTICO_CONFIG: '/etc/p.json' }, folder)).toEqual({ PORTICO_CONFIG: '/etc/p.json' })
  writeFileSync(join(folder, '.env'), 'PORTICO_CONFIG=/etc/q.json\n')
  expect(folderVariables({}, folder)).toEqual({ PORTICO_CONFIG: '/etc/q.json' })
})
