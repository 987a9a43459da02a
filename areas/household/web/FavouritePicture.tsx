import { GemIcon } from 'lucide-react'
import { fileUrl } from '#kit/web/upload/send.ts'

/** Shows the photo of a wish, without alternative text because the name of the wish is beside it. */
export const FavouritePicture = ({ url }: { url: string | null }) => (
  <span className="jewel-picture">{url ? <img src={fileUrl(url)} alt="" /> : <GemIcon aria-hidden />}</span>
)
