export { type EmailFilesOptions, emailFiles } from './email-files.ts'
