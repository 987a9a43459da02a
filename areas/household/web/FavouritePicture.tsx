import { GemIcon } from 'lucide-react'
import { fileUrl } from '#kit/web/upload/send.ts'

/** The photograph of a wish; its name beside it says the same. */
export const FavouritePicture = ({ url }: { url: string | null }) => (
  <span className="jewel-picture">{url ? <img src={fileUrl(url)} alt="" /> : <GemIcon aria-hidden />}</span>
)
