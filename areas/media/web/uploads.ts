import { call } from '#kit/web/call.ts'
import type { Provided, Taken } from '#kit/web/provided.ts'
import { sendForm } from '#kit/web/upload/send.ts'

const MB = 1024 ** 2

/** Takes files for every page. The contract is fetched with the first of them: most days nobody brings one. */
export const uploads: Provided['uploads'] = {
  limits: {
    image: { accept: 'image/jpeg,image/png,image/webp', bytes: 5 * MB },
    file: {
      accept: 'image/jpeg,image/png,image/webp,application/pdf,.docx,.xlsx,video/mp4,video/webm',
      bytes: 50 * MB,
    },
  },
  take: (file, onProgress, of) => {
    const form = new FormData()
    // Fields first: what follows the file is read when the file is there.
    for (const [name, value] of Object.entries(of ?? {})) form.append(name, value)
    form.append('FileStream', file)
    return sendForm<Taken>('/media/upload', form, onProgress)
  },
  describe: async ({ MediaId, Version }, AltText) => {
    const { updateMedia } = await import('../contract.ts')
    return call(updateMedia, { MediaId, AltText, Version })
  },
}
