import { path } from '#kit/contract/path.ts'

export const reportingPath = path('/reporting')
