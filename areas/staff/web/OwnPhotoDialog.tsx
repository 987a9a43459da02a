import { FormDialog } from '#kit/web/FormDialog.tsx'
import { useT } from '#kit/web/i18n.ts'
import { useSession } from '#kit/web/session.ts'
import { ImageField } from '#kit/web/upload/ImageField.tsx'
import { changeOwnPhoto } from '../contract/photo.ts'

/** Dialog in which users change their own photo. */
export function OwnPhotoDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT()
  const { user } = useSession()
  return (
    <FormDialog
      area="media"
      title={t('app:media.photo')}
      open={open}
      onClose={onClose}
      call={changeOwnPhoto}
      initial={{ Image: user.staff?.image ?? null }}
      fields={[
        {
          name: 'Image',
          help: 'media:photo.help',
          control: (props) => <ImageField {...props} round alt={user.staff?.full_name ?? user.username} />,
        },
      ]}
      done="media:photo.saved"
      failed="media:photo.failed"
    />
  )
}
