// The functions of this area that command-line programs use.

export { eraseAgain, erasedListPath, readErasedList } from './erased-list.ts'
