import { useQuery } from '@tanstack/react-query'

/** Width of the code's image on a poster. The code is dark on white in every theme, because many cameras need this. */
const PIXELS = 1024

/** Returns the QR code as an image data URL. */
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
