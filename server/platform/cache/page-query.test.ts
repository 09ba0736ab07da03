import { expect, test } from 'vitest'
import { withoutUnreadQuery } from './page-query.ts'

test.each([
  ['/shop?utm_source=mail&fbclid=1', '/shop'],
  ['/shop?', '/shop'],
  ['/shop', '/shop'],
  ['/login?redirect=%2Fcart&utm_source=mail', '/login?redirect=%2Fcart'],
  ['/Login/?x=1&redirect=/a?b=c', '/Login/?redirect=/a?b=c'],
  ['/?sent=fail&gclid=1&field=email', '/?sent=fail&field=email'],
  ['/product/a-coffee?redirect=/cart', '/product/a-coffee'],
  ['/admin/orderlist?q=smith&state=paid', '/admin/orderlist?q=smith&state=paid'],
  ['/shop?roast=dark&roast=light&sort=price&utm_source=x', '/shop?roast=light,dark&sort=price'],
  ['/shop/coffee?sort=&process=Washed,natural&roast=banana', '/shop/coffee?process=natural,washed'],
  ['/shop/coffee/page/2?process=washed%2Cnatural', '/shop/coffee/page/2?process=natural,washed'],
  ['/search/fruit?roast=%FF&sort=random&origin=<script>', '/search/fruit'],
  ['/page/2?stock=in-stock', '/page/2?stock=in-stock'],
  ['/brew/v60?utm_source=x&dose=18', '/brew/v60?dose=18'],
  ['/brew/v60?dose=18.5', '/brew/v60'],
  ['/brew?dose=18', '/brew'],
  ['/compare?with=guji,nyeri&utm_source=x', '/compare?with=guji,nyeri'],
  ['/compare?with=guji&with=&with=guji&with=<b>&with=a%2Cb%2Cc', '/compare?with=guji,a,b'],
  ['/compare?with=', '/compare'],
  ['/shop.data?_routes=shop', '/shop.data?_routes=shop'],
])('%s is the page %s', (url, page) => {
  expect(withoutUnreadQuery(url)).toBe(page)
})
