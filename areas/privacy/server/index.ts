// The functions of this area that command-line programs use.

export { erasedListPath, readErasedList, repeatErasures as eraseAgain } from './erased-list.ts'
