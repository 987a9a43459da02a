import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { exportOwnData } from './export-own-data.ts'
import { exportPersonalData } from './export-personal-data.ts'
import { previewErasure } from './preview-erasure.ts'
import { requestErasure } from './request-erasure.ts'

export const privacyRoutes = [
  serve(contract.exportPersonalData, exportPersonalData),
  serve(contract.exportOwnData, exportOwnData),
  serve(contract.previewErasure, previewErasure),
  serve(contract.requestErasure, requestErasure),
]
