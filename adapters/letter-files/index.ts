export { type LetterFilesOptions, letterFiles } from './letter-files.ts'
