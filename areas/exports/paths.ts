import { path } from '#kit/contract/path.ts'

export const exportsPath = path('/exports')
