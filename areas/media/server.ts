import type { ServerArea } from '#kit/server/area.ts'
import { mediaFile, uploadMedia } from './contract.ts'
import { mediaCleanUp } from './server/clean-up.ts'
import { mountMediaFiles, mountMediaUpload } from './server/files.ts'
import { mediaRoutes } from './server/routes.ts'
import { mediaRows } from './server/row-kinds.ts'

export const media: ServerArea = {
  name: 'media',
  routes: mediaRoutes,
  files: [
    { calls: [uploadMedia], mount: mountMediaUpload },
    { calls: [mediaFile], mount: mountMediaFiles, outsideApi: true },
  ],
  rowKinds: mediaRows,
  jobs: [mediaCleanUp],
}
