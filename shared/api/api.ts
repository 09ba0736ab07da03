/** Every endpoint of the product, by resource: what OpenAPI and the access matrix walk. */
import { account } from './account.ts'
import { artshow } from './artshow.ts'
import { backup } from './backup.ts'
import { config } from './config.ts'
import { maps } from './maps.ts'
import { adminHome } from './admin.ts'
import { inbox } from './inbox.ts'
import { labels } from './labels.ts'
import { mail } from './mail.ts'
import { menu } from './menu.ts'
import { messages } from './messages.ts'
import { money } from './money.ts'
import { orderAdmin } from './order-admin.ts'
import { orders } from './orders.ts'
import { productAdmin } from './product-admin.ts'
import { products } from './products.ts'
import { record } from './record.ts'
import { reviewAdmin } from './review-admin.ts'
import { shippo } from './shippo.ts'
import { upload } from './upload.ts'
import { users } from './users.ts'

export const api = {
  users,
  account,
  products,
  productAdmin,
  reviewAdmin,
  orders,
  orderAdmin,
  config,
  shippo,
  labels,
  messages,
  inbox,
  mail,
  money,
  artshow,
  maps,
  menu,
  upload,
  record,
  adminHome,
  backup,
}
