import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { addSegmentToCampaign } from './add-to-campaign.ts'
import { explainSegment, listSegmentCustomers, listSegmentFields, previewSegment } from './preview.ts'
import { addSegment, deleteSegment, getSegment, listSegments, restoreSegment, updateSegment } from './segments.ts'

export const segmentRoutes = [
  serve(contract.listSegments, listSegments),
  serve(contract.getSegment, getSegment),
  serve(contract.addSegment, addSegment),
  serve(contract.updateSegment, updateSegment),
  serve(contract.deleteSegment, deleteSegment),
  serve(contract.restoreSegment, restoreSegment),
  serve(contract.listSegmentFields, listSegmentFields),
  serve(contract.previewSegment, previewSegment, 'report'),
  serve(contract.listSegmentCustomers, listSegmentCustomers, 'report'),
  serve(contract.explainSegment, explainSegment),
  serve(contract.addSegmentToCampaign, addSegmentToCampaign, 'report'),
]
