import socket
for r in [b'FOO / HTTP/1.1\r\nHost: x\r\n\r\n', b'\x16\x03\x01\x02\x00\x01\x00\x01\xfc', b'DELETE /api/v1/operators HTTP/1.1\r\nHost: x\r\n\r\n', b'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', b'GET /api/v1/operators HTTP/1.1\r\nHost: x\r\n\r\nGARBAGE', b'<html>\r\n', b'GET /api/v1/operators HTTP/1.1\r\n\r\n']:
    s=socket.create_connection(('127.0.0.1',18099)); s.settimeout(2); s.sendall(r); out=b''
    try:
        while True:
            d=s.recv(65536)
            if not d: break
            out+=d
    except Exception as e: out+=b' <'+str(e).encode()+b'>'
    h,_,b=out.partition(b'\r\n\r\n')
    print('##',r[:50]); print(h.decode()[:900]); print('   body',len(b),b[:150], b[-80:] if b'GARB' in r else '')
