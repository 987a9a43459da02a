// The functions of this area that command-line programs use.

export { erasedListPath, readErasedList, repeatErasures } from './erased-list.ts'
