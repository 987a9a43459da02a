import type { ServerArea } from '#kit/server/area.ts'
import { mediaFile, uploadMedia } from './contract.ts'
import { mediaCleanUpJob } from './server/clean-up.ts'
import { mountMediaFiles, mountMediaUpload } from './server/files.ts'
import { mediaRoutes } from './server/routes.ts'
import { mediaRowKinds } from './server/row-kinds.ts'

export const mediaServerArea: ServerArea = {
  name: 'media',
  routes: mediaRoutes,
  files: [
    { calls: [uploadMedia], mount: mountMediaUpload },
    { calls: [mediaFile], mount: mountMediaFiles, outsideApi: true },
  ],
  rowKinds: mediaRowKinds,
  jobs: [mediaCleanUpJob],
}
