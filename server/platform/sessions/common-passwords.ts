/** The most common passwords of eight or more characters from published lists, and words about this shop. */
export const COMMON_PASSWORDS = new Set(
  `password password1 password12 password123 password1234 passw0rd p@ssw0rd p@ssword 12345678 123456789 1234567890
  0123456789 87654321 987654321 11111111 00000000 88888888 12341234 11223344 12344321 147258369 123123123 11111111111
  qwertyuiop qwerty12 qwerty123 qwerty1234 1qaz2wsx 1q2w3e4r 1q2w3e4r5t q1w2e3r4 q1w2e3r4t5 zaq12wsx asdfghjk asdfghjkl
  asdfasdf zxcvbnm1 zxcvbnm123 qazwsxedc abcd1234 abc12345 abcdefgh a1b2c3d4 aa123456 a12345678 iloveyou iloveyou1
  iloveyou2 sunshine sunshine1 princess princess1 football football1 baseball baseball1 basketball superman superman1
  batman123 spiderman pokemon1 dragon123 monkey123 shadow123 master123 welcome1 welcome123 letmein1 letmein123 trustno1
  whatever whatever1 computer computer1 internet michelle jennifer jessica1 michael1 jordan23 charlie1 liverpool
  chelsea1 arsenal1 starwars startrek samsung1 google123 facebook1 admin123 admin1234 administrator root1234 test1234
  testtest changeme changeme1 default1 secret123 mypassword passpass loveyou1 forever1 freedom1 butterfly chocolate
  cheese123 coffee123 coffeebeans coffeeshop espresso espresso1 frame123 framecoffee frameroasters roaster1 roasters`
    .split(/\s+/)
    .filter(Boolean),
)
