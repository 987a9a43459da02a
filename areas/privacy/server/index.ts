// The functions that commands use.

export { eraseAgain, erasedListPath, readErasedList } from './erased-list.ts'
