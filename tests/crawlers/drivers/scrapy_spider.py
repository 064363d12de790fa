# A Scrapy spider that follows every link of one host.
#
#     scrapy runspider scrapy_spider.py -a url=URL -s DOWNLOAD_DELAY=1 ...

import scrapy


class Spider(scrapy.Spider):
    name = "proof"

    def start_requests(self):
        yield scrapy.Request(self.url)

    def parse(self, response):
        if not hasattr(response, "css"):
            return
        for link in response.css("a::attr(href)").getall():
            yield response.follow(link)
