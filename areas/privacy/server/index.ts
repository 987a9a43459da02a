// The functions that commands use.

export { eraseAgain, erasedListIn, readErasedList } from './erased-list.ts'
