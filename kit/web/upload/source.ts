/** A file that was taken: the address its record keeps, and what says how to change what is written about it. */
export type Taken = { Url: string; MediaId: number; Version: number; FileName: string }
type Progress = (part: number) => void

type Source = {
  /** Types and weight that the server takes: `accept` of a file input, and bytes. */
  limits: Record<'image' | 'file', { accept: string; bytes: number }>
  take: (file: File, onProgress: Progress) => Promise<Taken>
  describe: (taken: Taken, text: string) => Promise<Taken>
}

const nowhere = () => Promise.reject(new Error('Nobody said where uploads go'))
let source: Source = {
  limits: { image: { accept: '', bytes: 0 }, file: { accept: '', bytes: 0 } },
  take: nowhere,
  describe: nowhere,
}

/** The kit knows no area: the shell says once who takes files. */
export const setUploadSource = (own: Source) => {
  source = own
}

export const uploadSource = () => source
