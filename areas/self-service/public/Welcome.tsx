import { formatPersonName } from '#kit/contract/person.ts'
import { PublicPageFrame } from '#kit/public/Frame.tsx'
import { Link } from '#kit/public/router.tsx'
import { useT } from '#kit/public/texts.ts'
import type { QrCode } from '../contract.ts'
import { memberCardPath } from '../paths.ts'
import { MemberQrCode } from './card/MemberCode.tsx'
import { EndSessionButton } from './FinishButton.tsx'

type Props = { MembershipNo: string | null; Qr: QrCode | null; FullName?: string; isNew: boolean }

/** Page after the registration with membership number and QR code for the counter. */
export function RegistrationWelcomePage({ MembershipNo, Qr, FullName, isNew }: Props) {
  const t = useT()
  return (
    <PublicPageFrame title={isNew ? t('self-service:welcome.title') : t('self-service:welcome.known')}>
      <p className="pub-lead" role="status">
        {FullName
          ? t('self-service:welcome.named', { FullName: formatPersonName(FullName) })
          : t('self-service:welcome.help')}
      </p>
      {MembershipNo && (
        <MemberQrCode code={MembershipNo} qr={Qr} name={t('self-service:card.qrOf', { MembershipNo })}>
          <p className="pub-hint">{t('self-service:card.show')}</p>
        </MemberQrCode>
      )}
      <Link to={memberCardPath()} className="pub-button pub-primary">
        {t('self-service:welcome.toCard')}
      </Link>
      <EndSessionButton />
    </PublicPageFrame>
  )
}
