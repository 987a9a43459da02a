import { call } from '#kit/web/call.ts'
import { sendForm } from '#kit/web/upload/send.ts'
import type { UploadedFile, UploadService } from '#kit/web/upload/uploads.ts'

const MB = 1024 ** 2

/** The upload service of all pages. Its contract is loaded with the first upload, because most visits need none. */
export const mediaUploadService: UploadService = {
  limits: {
    image: { accept: 'image/jpeg,image/png,image/webp', bytes: 5 * MB },
    file: {
      accept: 'image/jpeg,image/png,image/webp,application/pdf,.docx,.xlsx,video/mp4,video/webm',
      bytes: 50 * MB,
    },
  },
  upload: (file, onProgress, owner) => {
    const form = new FormData()
    // The fields precede the file in the form, because the server reads later fields only once the file has arrived.
    for (const [name, value] of Object.entries(owner ?? {})) form.append(name, value)
    form.append('FileStream', file)
    return sendForm<UploadedFile>('/media/upload', form, onProgress)
  },
  describe: async ({ MediaId, Version }, AltText) => {
    const { updateMedia } = await import('../contract.ts')
    return call(updateMedia, { MediaId, AltText, Version })
  },
}
