import { definePath } from '#kit/contract/path.ts'

export const segmentsPath = definePath('/campaign/segments')
export const segmentAddPath = definePath('/campaign/segments/add')
export const segmentPath = definePath('/campaign/segments/:SegmentId')
