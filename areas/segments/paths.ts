import { path } from '#kit/contract/path.ts'

export const segmentsPath = path('/campaign/segments')
export const segmentAddPath = path('/campaign/segments/add')
export const segmentPath = path('/campaign/segments/:SegmentId')
