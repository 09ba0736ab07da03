import { route, type RouteConfigEntry } from '@react-router/dev/routes'

/** The pages of this group, by address. Files are named from app/. */
export const mailPages: RouteConfigEntry[] = [
  route('admin/recall', 'mail/recall/recall.tsx'),
  route('admin/messages/:pageNumber?', 'mail/message/messages.tsx'),
  route('admin/mail/:pageNumber?', 'mail/mail/mail.tsx'),
]
