import { useQuery } from '@tanstack/react-query'

/** Large enough for a poster; dark on white at night too, because many cameras read nothing else. */
const PIXELS = 1024

/** The picture of a QR code, as an address that an image and a download can take. */
export const useQrPicture = (value: string) =>
  useQuery({
    queryKey: ['self-service.qr', value],
    queryFn: async () => {
      const { default: qr } = await import('qrcode')
      return qr.toDataURL(value, { width: PIXELS, margin: 2, errorCorrectionLevel: 'M' })
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  }).data
