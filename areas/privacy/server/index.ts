// Functions of the area `privacy` that command-line programs use.

export { erasedListPath, readErasedList, repeatErasures } from './erased-list.ts'
