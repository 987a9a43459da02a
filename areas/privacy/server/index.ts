// What commands ask of this area.

export { eraseAgain, erasedListIn, readErasedList } from './erased-list.ts'
