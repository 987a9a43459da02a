import { call } from '#kit/web/call.ts'
import { sendForm } from '#kit/web/upload/send.ts'
import { setUploadSource, type Taken } from '#kit/web/upload/source.ts'

const MB = 1024 ** 2

/** Tells the kit who takes files. The contract is fetched with the first of them: most days nobody brings one. */
export const startUploads = () =>
  setUploadSource({
    limits: {
      image: { accept: 'image/jpeg,image/png,image/webp', bytes: 5 * MB },
      file: { accept: 'image/jpeg,image/png,image/webp,application/pdf,video/mp4,video/webm', bytes: 50 * MB },
    },
    take: (file, onProgress) => {
      const form = new FormData()
      form.append('FileStream', file)
      return sendForm<Taken>('/media/upload', form, onProgress)
    },
    describe: async ({ MediaId, Version }, AltText) => {
      const { updateMedia } = await import('#areas/media/contract.ts')
      return call(updateMedia, { MediaId, AltText, Version })
    },
  })
