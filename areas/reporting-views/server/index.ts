export { FilesInProgress, writeReportingFiles } from './files/write-files.ts'
export { dropReaderLogin, isReaderName, readerLoginOf, setReaderLogin } from './reader-login.ts'
