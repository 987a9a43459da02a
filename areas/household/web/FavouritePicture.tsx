import { GemIcon } from 'lucide-react'
import { fileUrl } from '#kit/web/upload/send.ts'

/** The photo of a wish; decorative, because its name is beside it. */
export const FavouritePicture = ({ url }: { url: string | null }) => (
  <span className="jewel-picture">{url ? <img src={fileUrl(url)} alt="" /> : <GemIcon aria-hidden />}</span>
)
