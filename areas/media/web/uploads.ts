import { call } from '#kit/web/call.ts'
import { sendForm } from '#kit/web/upload/send.ts'
import type { UploadedFile, Uploads } from '#kit/web/upload/uploads.ts'

const MB = 1024 ** 2

/** Stores files for every page. The contract is fetched with the first file: most visits have none. */
export const mediaUploads: Uploads = {
  limits: {
    image: { accept: 'image/jpeg,image/png,image/webp', bytes: 5 * MB },
    file: {
      accept: 'image/jpeg,image/png,image/webp,application/pdf,.docx,.xlsx,video/mp4,video/webm',
      bytes: 50 * MB,
    },
  },
  upload: (file, onProgress, owner) => {
    const form = new FormData()
    // Fields first: what follows the file is read when the file is there.
    for (const [name, value] of Object.entries(owner ?? {})) form.append(name, value)
    form.append('FileStream', file)
    return sendForm<UploadedFile>('/media/upload', form, onProgress)
  },
  describe: async ({ MediaId, Version }, AltText) => {
    const { updateMedia } = await import('../contract.ts')
    return call(updateMedia, { MediaId, AltText, Version })
  },
}
